/** A stage that takes long. */
@NullMarked
package sample.dear;

import org.jspecify.annotations.NullMarked;
