/** Extensions that the tests of the runtime load: in a package of their own, as an author's would be. */
@NullMarked
package sample;

import org.jspecify.annotations.NullMarked;
