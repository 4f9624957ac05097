package dev.spine.perf.move;

import dev.spine.device.display.DisplayDdm;
import dev.spine.device.wire.capture.CaptureWire;
import dev.spine.host.driver.HostException;
import dev.spine.host.driver.IopDriver;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.display.WindowCreate;
import dev.spine.i2o.message.display.WindowReply;
import dev.spine.perf.video.CompletionLog;
import dev.spine.system.SpineSystem;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A system, what is moved on it, and where ends are noticed.
 *
 * @param system built
 * @param workload what is moved
 * @param image what the disk holds or shall hold
 * @param arrived ends of packets that arrived, for packets from the network
 * @param sent what the card has sent, for packets to the network
 * @param orders ends of orders
 */
@SuppressWarnings("ArrayRecordComponent") // a stage is handed around, never compared
record MoveStage(SpineSystem system, MoveWorkload workload, byte[] image, CompletionLog arrived, SentBlocks sent, MoveOrders orders) {
    static MoveStage of(SpineSystem system, MoveWorkload workload, byte[] image) {
        return new MoveStage(system, workload, image, new CompletionLog(), new SentBlocks(image.length), new MoveOrders());
    }

    /** Name of the IOP with the disk. */
    String diskIop() {
        return workload == MoveWorkload.SHOW ? MoveSystem.CARD : MoveSystem.STORAGE;
    }

    int diskIopId() {
        return system.driver().iopId(system.driver(diskIop()));
    }

    int diskTid() {
        return system.device(diskIop(), MoveSystem.DISK).tid();
    }

    int chunkBytes() {
        return MoveSystem.chunkBytes(workload);
    }

    @Nullable CaptureWire wire() {
        return workload == MoveWorkload.SHOW ? null : (CaptureWire) system.wire(MoveSystem.WIRE);
    }

    DisplayDdm display() {
        return (DisplayDdm) system.device(MoveSystem.SCREEN, MoveSystem.DISPLAY).module();
    }

    /** Claims the screen and creates a window as large as it; returns its number. */
    int createWindow() {
        IopDriver screen = system.driver(MoveSystem.SCREEN);
        int tid = system.device(MoveSystem.SCREEN, MoveSystem.DISPLAY).tid();
        system.await("the claim of the screen", () -> system.driver().claim(screen, tid));
        MessageFrame reply = system.await("the window", () -> system.driver().ask(screen, tid,
            new WindowCreate(0, 0, MoveSystem.WIDTH, MoveSystem.HEIGHT, WindowCreate.SHARED_WITH_ANY)));
        if (reply.requestStatus() != RequestStatus.SUCCESS) {
            throw new HostException("the screen refused a window of its own size");
        }
        return WindowReply.parse(reply).window();
    }

    /** Whether the screen shows the last picture of the extent. */
    boolean showsLastPicture() {
        int last = image.length - MoveSystem.PICTURE_BYTES;
        return Arrays.equals(display().surface().toBytes(), Arrays.copyOfRange(image, last, image.length));
    }
}
