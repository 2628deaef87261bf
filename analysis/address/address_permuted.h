/* address_permuted.h - where an access lands that goes through a view with its bytes in another order: rows of equal
 * length whose pieces change places, by the number of the row.
 *
 * Source     iree-org/iree, `xor_shuffle` and `rotate_rows` as iree-codegen-resolve-swizzle-hints puts them into
 *            indices.
 * Failure    where the order is not read, or the access may touch several pieces, the address stays relative to the
 *            view: comparable with what goes through the same view, and with nothing else.
 */
#ifndef FP_ADDRESS_PERMUTED_H
#define FP_ADDRESS_PERMUTED_H
#include "address/address_state.h"

/* `address` as bytes of the view's source, when it is one behind such a view, for an access of `width` bytes from
 * there; else `address` itself. `kept`: the access keeps to the order of the source, as a copy by lanes does, whose
 * lanes fetch what belongs to their places. */
fp_expr fp_address_unpermuted(struct fp_addresses *a, fp_expr address, uint32_t width, bool kept);
#endif
