/* sort.h - the one sort. It is stable: elements that compare equal keep their order. The C library's own sort promises
 * no order for them, so that a report could differ from one C library to the next.
 *
 * Cost  count * log(count) comparisons; count - 1 where the elements stand in order already. Above some elements it
 * asks for as much memory again as they take, and gives it back at the end.
 */
#ifndef FP_BASE_SORT_H
#define FP_BASE_SORT_H
#include <stddef.h>

/* `count` elements of `size` bytes each; data may be NULL where count is 0. `compare` answers as strcmp does. */
void fp_sort(void *data, size_t count, size_t size, int (*compare)(const void *, const void *));
#endif
