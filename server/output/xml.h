/* xml.h - text for XML: escaped, and always what XML can hold. */
#ifndef FP_XML_H
#define FP_XML_H
#include "output/out.h"

/* Text or attribute value; what XML cannot hold becomes U+FFFD. */
void fp_xml_text(struct fp_out *out, fp_str text);
void fp_xml_attribute(struct fp_out *out, const char *name, fp_str value); /* ` name="value"` */
#endif
