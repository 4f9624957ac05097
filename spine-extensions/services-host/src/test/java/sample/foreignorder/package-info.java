/** An extension that gives orders which are its host's to give. */
@NullMarked
package sample.foreignorder;

import org.jspecify.annotations.NullMarked;
