/** A form that fails. */
@NullMarked
package sample.failing;

import org.jspecify.annotations.NullMarked;
