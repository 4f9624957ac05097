/** An extension that answers in the place of another one. */
@NullMarked
package sample.forgedanswer;

import org.jspecify.annotations.NullMarked;
