package dev.spine.perf.race;

import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.host.window.MoveAnswer;
import dev.spine.extension.host.window.MoveLink;
import dev.spine.extension.host.window.SurfaceRight;
import dev.spine.extension.host.window.WindowFrame;
import dev.spine.extension.video.VideoProtocol;
import org.jspecify.annotations.Nullable;

/** The way to a window of the video extension. */
final class VideoLink implements MoveLink {
    private final RuntimeClient client;
    private final int instance;
    private final int slot;

    VideoLink(RuntimeClient client, int instance, int slot) {
        this.client = client;
        this.instance = instance;
        this.slot = slot;
    }

    /** What a word of the extension means, or null. */
    static @Nullable MoveAnswer answer(int word) {
        return switch (word) {
            case VideoProtocol.ANSWER_STOPPED -> MoveAnswer.STOPPED;
            case VideoProtocol.ANSWER_REFUSED -> MoveAnswer.REFUSED;
            case VideoProtocol.ANSWER_SETTLED -> MoveAnswer.SETTLED;
            default -> null;
        };
    }

    @Override
    public void propose(int move, WindowFrame to) {
        client.trySend(instance, VideoProtocol.PROPOSE, slot, move, to.x(), to.y(), to.width(), to.height());
    }

    @Override
    public void pause(int move) {
        client.trySend(instance, VideoProtocol.PAUSE, slot, move);
    }

    @Override
    public void settle(int move, WindowFrame frame, int surface, SurfaceRight right) {
        client.trySend(instance, VideoProtocol.SETTLE, slot, move, frame.x(), frame.y(), frame.width(), frame.height(),
            right == SurfaceRight.ENDED ? 1 : 0, surface);
    }
}
