package dev.spine.perf.video;

import dev.spine.host.driver.HostException;
import dev.spine.host.driver.IopDriver;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.display.WindowCreate;
import dev.spine.i2o.message.display.WindowReply;
import dev.spine.system.SpineSystem;

/** The application's part that is the same on every path of peers: it claims the screen and creates the framing window. */
final class VideoWindows {
    private VideoWindows() {}

    /** Creates a window that the cards may draw in and returns its number at the display. */
    static int create(SpineSystem system, VideoStream stream) {
        IopDriver screen = system.driver(VideoSystem.SCREEN);
        int display = system.device(VideoSystem.SCREEN, VideoSystem.DISPLAY).tid();
        system.await("the claim of the screen", () -> system.driver().claim(screen, display));
        MessageFrame reply = system.await("the window", () -> system.driver().ask(screen, display,
            new WindowCreate(stream.x(), stream.y(), stream.width(), stream.height(), WindowCreate.SHARED_WITH_ANY)));
        if (reply.requestStatus() != RequestStatus.SUCCESS) {
            throw new HostException("the screen refused a window of " + stream.width() + " x " + stream.height() + " at " + stream.x()
                + ", "
                + stream.y());
        }
        return WindowReply.parse(reply).window();
    }
}
