/** Large packets for the router. */
@NullMarked
package sample.large;

import org.jspecify.annotations.NullMarked;
