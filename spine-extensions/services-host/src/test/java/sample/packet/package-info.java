/** An extension that reads headers. */
@NullMarked
package sample.packet;

import org.jspecify.annotations.NullMarked;
