/** An extension that sends packets back through a stage of egress. */
@NullMarked
package sample.outgoing;

import org.jspecify.annotations.NullMarked;
