/** Takes what there is. */
@NullMarked
package sample.hoard;

import org.jspecify.annotations.NullMarked;
