/** An extension of a card that sends to one of the host. */
@NullMarked
package sample.tohost;

import org.jspecify.annotations.NullMarked;
