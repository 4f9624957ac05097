/** An extension that sends other nodes what a test makes up. */
@NullMarked
package sample.forger;

import org.jspecify.annotations.NullMarked;
