package dev.spine.perf.race;

import dev.spine.extension.host.window.MoveCounters;

/**
 * What a drag came to. Any thread.
 *
 * @param strayPixels that the extension drew outside of the window as it was when they landed
 * @param strayLines pieces of lines of which some pixels are stray
 * @param refusedLines that the display's grants did not let through
 * @param packetsMissed that were not drawn as a whole
 * @param framesMissed of which a part was not drawn
 * @param frames of the video
 * @param moves what became of the moves
 * @param kept packets that the extension drew later, because the window was moving
 * @param seconds that the video took, of virtual time
 */
public record RaceOutcome(long strayPixels, long strayLines, long refusedLines, int packetsMissed, int framesMissed, int frames,
    MoveCounters moves, long kept, double seconds) {}
