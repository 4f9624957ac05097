/** An extension that has a forwarding table and nothing else. */
@NullMarked
package sample.lookup;

import org.jspecify.annotations.NullMarked;
