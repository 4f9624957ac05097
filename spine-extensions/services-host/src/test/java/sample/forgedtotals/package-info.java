/** An extension that sends the host totals that nobody has counted. */
@NullMarked
package sample.forgedtotals;

import org.jspecify.annotations.NullMarked;
