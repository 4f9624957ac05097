package dev.spine.i2o.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.Frames;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Seeded;
import dev.spine.i2o.message.MessageKind.Role;
import dev.spine.i2o.message.catalogue.Catalogue;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes parse to a record, and what that record emits parses to the same record. */
class RoundTripTest {
    static List<MessageKind<?>> kinds() {
        return Catalogue.kinds();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void anyFrameParsesAndWhatIsEmittedParsesToTheSame(MessageKind<?> kind) {
        Seeded.cases(2_000, random -> {
            MessageFrame frame = Frames.random(random);
            Message message = kind.parse(frame);
            MessageFrame written = Frames.slot(1024);
            Header header = randomHeader(random);
            if (message instanceof Request request) {
                request.emit(written, header);
                assertEquals(header.target(), written.target());
                assertEquals(header.initiator(), written.initiator());
                assertEquals(header.initiatorContext(), written.initiatorContext());
                assertFalse(written.isReply());
            } else if (message instanceof Reply reply) {
                MessageFrame asked = Frames.slot();
                asked.header(16, 0, 0, random.nextInt(256), header.initiator(), header.target());
                asked.contexts(header.initiatorContext(), header.transactionContext());
                reply.emit(asked, written);
                assertEquals(Header.of(asked).target(), written.target());
                assertEquals(asked.initiator(), written.initiator());
                assertEquals(asked.function(), written.function());
                assertEquals(asked.initiatorContext(), written.initiatorContext());
                assertTrue(written.isReply());
            }
            assertEquals(message.sizeWords(), written.sizeWords());
            MessageFrame checked = new MessageFrame();
            assertTrue(checked.tryWrap(written.memory(), 0, written.slotBytes()));
            assertEquals(message, kind.parse(checked));
        });
    }

    @Test
    void aFrameIsRecognisedByFunctionClassAndDirection() {
        for (MessageKind<?> kind : Catalogue.kinds()) {
            if (kind.function() == MessageKind.ANY_FUNCTION) {
                continue;
            }
            MessageFrame frame = Frames.slot();
            int flags = kind.role() == Role.REPLY ? 0xC0 : 0;
            frame.header(16, flags, 0, kind.function(), 1, 2);
            assertEquals(kind, Catalogue.kindOf(frame, kind.deviceClass()));
        }
    }

    @Test
    void anyFrameCanBeDescribed() {
        Seeded.cases(5_000, random -> {
            MessageFrame frame = Frames.random(random);
            int deviceClass = random.nextBoolean() ? 0x020 : random.nextInt(0x1000);
            Message message = Catalogue.parse(frame, deviceClass);
            assertTrue(message == null || !message.toString().isEmpty());
        });
    }

    private static Header randomHeader(Random random) {
        return new Header(random.nextInt(0x1000), random.nextInt(0x1000), random.nextInt(), random.nextInt());
    }
}
