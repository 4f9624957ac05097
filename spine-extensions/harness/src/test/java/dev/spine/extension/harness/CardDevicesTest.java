package dev.spine.extension.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.host.display.DisplayWindow;
import dev.spine.i2o.message.display.PixelFormat;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sample.gather.Gather;

@Tag("SO-24")
class CardDevicesTest {
    @Test
    void blocksOfTheDiskGoToTheWindow() {
        try (SimulatedCard card = SimulatedCard.with(Gather.class).disk(64 << 10).screen(64, 16, PixelFormat.XRGB8888).start()) {
            DisplayWindow window = card.screen().window(8, 4, 16, 1);
            for (int pixel = 0; pixel < 16; pixel++) {
                card.disk().bytes().set(ValueLayout.JAVA_INT_UNALIGNED, 512 + 4L * pixel, 0x0010_2030);
            }
            card.send(1, card.disk().iopId(), card.disk().tid(), card.screen().iopId(), card.screen().tid(), window.number());
            assertEquals(0, card.awaitHostMessage(1).word(0));
            card.settle();
            assertEquals(0x102030, card.screen().rgbAt(8, 4));
            assertEquals(0x102030, card.screen().rgbAt(23, 4));
            assertEquals(0, card.screen().rgbAt(24, 4));
        }
    }
}
