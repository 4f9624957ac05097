/**
 * {@code spine play}: shows video on a screen through the video extension, and writes the screen as a picture.
 *
 * <p>The way of the packets is that of the path {@code spine} of the comparison: wire, card, extension, one transfer to the screen. What is
 * added here stands beside that way and touches no pixel: {@link RtpFrames} counts the frames that pass,
 * {@link FrameGate} lets whole frames of a live stream in and stops after the last one that is wanted,
 * {@link dev.spine.system.ending.Interruption} ends the command in order when somebody presses Ctrl-C.
 */
@NullMarked
package dev.spine.command.play;

import org.jspecify.annotations.NullMarked;
