package dev.spine.i2o.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.fuzz.Fuzz;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Frames;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.Message;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Reply;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.message.catalogue.Catalogue;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Any bytes are a frame that parses, or are refused; what is parsed can be described, written again, and is then the same. */
class FrameFuzzTest {
    private static final int[] CLASSES = {DeviceClass.EXECUTIVE, DeviceClass.DDM, DeviceClass.RANDOM_BLOCK_STORAGE, DeviceClass.LAN,
        DeviceClass.SCSI_PERIPHERAL, DeviceClass.BUS_ADAPTER, DeviceClass.PEER_TRANSPORT_AGENT, DeviceClass.PEER_TRANSPORT,
        DeviceClass.HOT_PLUG_CONTROLLER, DeviceClass.DISPLAY, DeviceClass.RUNTIME, 0x7AB};
    private static final int MAX_BYTES = 2048;

    private final Fuzz fuzz = Fuzz.over(FrameFuzzTest.class, "frames").generating(FrameFuzzTest::frame);

    @Test
    void anyFrameIsParsedOrRefused() {
        fuzz.briefly(FrameFuzzTest::target);
    }

    @Test
    @Tag("full")
    void anyFrameIsParsedOrRefusedForLong() {
        fuzz.atLength(FrameFuzzTest::target);
    }

    /** A frame of some kind of the catalogue, filled with random words. */
    private static byte[] frame(Random random) {
        MessageFrame frame = Frames.random(random);
        List<MessageKind<?>> kinds = Catalogue.kinds();
        MessageKind<?> kind = kinds.get(random.nextInt(kinds.size()));
        int function = kind.function() == MessageKind.ANY_FUNCTION ? random.nextInt(256) : kind.function();
        int flags = kind.role() == MessageKind.Role.REPLY ? 0xC0 : 0;
        frame.header(frame.sizeWords(), flags, random.nextBoolean() ? kind.minWords() & 0xF : random.nextInt(16), function, 1,
            random.nextInt(64));
        byte[] bytes = new byte[frame.sizeBytes()];
        MemorySegment.copy(frame.memory(), 0, MemorySegment.ofArray(bytes), 0, bytes.length);
        return bytes;
    }

    private static Object target(byte[] input) {
        byte[] bounded = input.length > MAX_BYTES ? Arrays.copyOf(input, MAX_BYTES) : input;
        MessageFrame frame = new MessageFrame();
        if (!frame.tryWrap(MemorySegment.ofArray(bounded), 0, bounded.length)) {
            return "refused";
        }
        assertTrue(frame.sizeWords() >= MessageFrame.MIN_WORDS && frame.sizeBytes() <= bounded.length);
        assertTrue(!frame.toString().isEmpty());
        int deviceClass = CLASSES[frame.target() % CLASSES.length];
        MessageKind<?> kind = Catalogue.kindOf(frame, deviceClass);
        if (kind == null) {
            return "unknown";
        }
        Message message = kind.parse(frame);
        assertTrue(!message.toString().isEmpty());
        writtenAgain(message, frame);
        return kind.name() + " " + message.sizeWords() / 4;
    }

    private static void writtenAgain(Message message, MessageFrame frame) {
        MessageFrame written = Frames.slot(2 * MAX_BYTES);
        if (message instanceof Request request) {
            request.emit(written, Header.of(frame));
        } else if (message instanceof Reply reply) {
            reply.emit(frame, written);
        }
        assertEquals(message.sizeWords(), written.sizeWords());
        assertEquals(message, message.kind().parse(written));
    }
}
