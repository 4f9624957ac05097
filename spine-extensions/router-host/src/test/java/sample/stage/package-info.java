/** An extension for tests of the router: a stage before the wire, and one that has frames forwarded. */
@NullMarked
package sample.stage;

import org.jspecify.annotations.NullMarked;
