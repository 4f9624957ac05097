/** A version of the router's that fails. */
@NullMarked
package sample.faulty;

import org.jspecify.annotations.NullMarked;
