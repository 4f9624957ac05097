/** An extension that answers what another one was asked. */
@NullMarked
package sample.foreignanswer;

import org.jspecify.annotations.NullMarked;
