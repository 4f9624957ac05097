/** The video extension: takes uncompressed video packets from the wire to the screen without the host. */
@NullMarked
package dev.spine.extension.video;

import org.jspecify.annotations.NullMarked;
