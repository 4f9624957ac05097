/** A router of a test's own: it forwards every frame back to the wire, through one stage. */
@NullMarked
package sample.standin;

import org.jspecify.annotations.NullMarked;
