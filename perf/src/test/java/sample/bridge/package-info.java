/** A bridge that does nothing, as an extension: in a package of its own, as an author's would be. */
@NullMarked
package sample.bridge;

import org.jspecify.annotations.NullMarked;
