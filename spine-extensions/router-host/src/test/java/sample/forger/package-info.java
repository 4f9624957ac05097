/** An extension that tells the host what only a router may. */
@NullMarked
package sample.forger;

import org.jspecify.annotations.NullMarked;
