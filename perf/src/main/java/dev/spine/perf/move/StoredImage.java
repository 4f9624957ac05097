package dev.spine.perf.move;

import dev.spine.host.block.BlockDevice;
import dev.spine.host.block.BlockOsm;
import dev.spine.host.block.BlockOutcome;
import dev.spine.host.block.BlockSettings;
import dev.spine.host.block.WriteMode;
import dev.spine.host.driver.HostException;
import dev.spine.iop.bus.Region;
import dev.spine.system.SpineSystem;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Writes a disk, and reads it again, as any host would: through the block OSM, piece by piece. Outside every measured interval. */
final class StoredImage {
    private static final int PIECE_BYTES = 256 << 10;

    /** One request of the disk. */
    private interface Step {
        boolean begin(BlockDevice disk, long position, int bytes, int address, AtomicReference<BlockOutcome> end);
    }

    private final MoveStage stage;
    private final @Nullable BlockDevice claimed;

    /**
     * The image on the disk of a stage.
     *
     * @param claimed the disk, if somebody on the host has claimed it
     */
    StoredImage(MoveStage stage, @Nullable BlockDevice claimed) {
        this.stage = stage;
        this.claimed = claimed;
    }

    /** Puts the image on the disk. */
    void write() {
        each(piece -> MemorySegment.copy(stage.image(), (int) piece.position, piece.memory, ValueLayout.JAVA_BYTE, 0, piece.bytes),
            (disk, position, bytes, address, end) -> disk.write(position, bytes, address, WriteMode.BACK,
                (cookie, status, count) -> end.set(status), 0),
            _ -> { });
    }

    /** Puts zeros where the image shall be. */
    void clear() {
        each(piece -> piece.memory.fill((byte) 0),
            (disk, position, bytes, address, end) -> disk.write(position, bytes, address, WriteMode.BACK,
                (cookie, status, count) -> end.set(status), 0),
            _ -> { });
    }

    /** {@return whether the disk holds the image, byte for byte} */
    boolean isThere() {
        byte[] found = new byte[stage.image().length];
        each(_ -> { },
            (disk, position, bytes, address, end) -> disk.read(position, bytes, address, (cookie, status, count) -> end.set(status), 0),
            piece -> MemorySegment.copy(piece.memory, ValueLayout.JAVA_BYTE, 0, found, (int) piece.position, piece.bytes));
        return Arrays.equals(found, stage.image());
    }

    /** A piece of the image and the host memory for it. */
    private record Piece(MemorySegment memory, long position, int bytes) {}

    /** What is done with a piece before or after its request. */
    private interface Use {
        void with(Piece piece);
    }

    private void each(Use before, Step step, Use after) {
        BlockDevice disk = claimed;
        if (disk != null) {
            each(disk, before, step, after);
            return;
        }
        SpineSystem system = stage.system();
        BlockOsm own = system.tasks().call(() -> new BlockOsm(system.host(), system.driver(), system.hostMemory(),
            system.driver(stage.diskIop()), stage.diskTid(), BlockSettings.STANDARD.withQueueDepth(1)));
        system.await("the disk", own::attach);
        each(own, before, step, after);
        system.await("the end with the disk", own::detach);
    }

    private void each(BlockDevice disk, Use before, Step step, Use after) {
        SpineSystem system = stage.system();
        Region memory = system.hostMemory().allocate("pieces of the image", PIECE_BYTES);
        for (long position = 0; position < stage.image().length; position += PIECE_BYTES) {
            int bytes = (int) Math.min(PIECE_BYTES, stage.image().length - position);
            Piece piece = new Piece(memory.memory(), position, bytes);
            before.with(piece);
            long at = position;
            AtomicReference<BlockOutcome> end = new AtomicReference<>();
            if (!system.tasks().call(() -> step.begin(disk, at, bytes, (int) memory.base(), end))) {
                throw new HostException("the disk takes no request while none is under way");
            }
            system.tasks().await("a piece of the image", () -> end.get() != null);
            if (end.get() != BlockOutcome.SUCCESS) {
                throw new HostException("the disk ended a request at byte " + position + " with " + end.get());
            }
            after.with(piece);
        }
        system.hostMemory().free(memory);
    }
}
