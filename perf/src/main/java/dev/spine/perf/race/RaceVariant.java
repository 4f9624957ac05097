package dev.spine.perf.race;

import dev.spine.extension.host.window.MoveSynchronisation;

/** How a window is moved, and what the extension may draw into. Any thread. */
public enum RaceVariant {
    /** The extension may draw on the whole screen, as on the paper's frame buffer, and is told of a move after it. */
    UNSYNCHRONISED(MoveSynchronisation.NONE, Right.SCREEN),
    /** As before, but video stops while the window moves: the paper's work-around. */
    PAUSE(MoveSynchronisation.PAUSE, Right.SCREEN),
    /** As before, but host and extension agree before each move: what the paper asks for. */
    AGREEMENT(MoveSynchronisation.AGREEMENT, Right.SCREEN),
    /** The display grants the window only and ends the grant with each move; the extension is told of a move after it. */
    GRANT(MoveSynchronisation.NONE, Right.WINDOW),
    /** As before, with an agreement before each move. */
    GRANT_AGREEMENT(MoveSynchronisation.AGREEMENT, Right.WINDOW);

    /** What the display grants. */
    enum Right { SCREEN, WINDOW }

    private final MoveSynchronisation synchronisation;
    private final Right right;

    RaceVariant(MoveSynchronisation synchronisation, Right right) {
        this.synchronisation = synchronisation;
        this.right = right;
    }

    MoveSynchronisation synchronisation() {
        return synchronisation;
    }

    Right right() {
        return right;
    }
}
