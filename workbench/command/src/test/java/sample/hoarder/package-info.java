/** An extension that takes all memory that it gets. */
@NullMarked
package sample.hoarder;

import org.jspecify.annotations.NullMarked;
