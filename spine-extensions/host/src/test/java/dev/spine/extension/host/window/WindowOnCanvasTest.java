package dev.spine.extension.host.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.spine.host.display.DisplayOsm;
import dev.spine.host.display.DisplayWindow;
import dev.spine.host.driver.HostException;
import dev.spine.host.driver.Pending;
import dev.spine.i2o.MessageFrame;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A window on a canvas is closed with its canvas, whatever is in flight, and is not without a canvas forever. */
@Tag("SS-61")
class WindowOnCanvasTest {
    private static final int CARD = 3;
    private static final WindowFrame THERE = new WindowFrame(10, 10, 64, 32);

    private final DisplayOsm display = mock(DisplayOsm.class);
    private final DisplayWindow canvas = window(1);
    private final DisplayWindow framing = window(2);
    private final DisplayWindow other = window(3);
    private final Pending<MessageFrame> canvasEnd = new Pending<>();
    private final Pending<DisplayWindow> otherMade = new Pending<>();
    private final WindowOnCanvas place = new WindowOnCanvas(display, canvas, CARD, framing);

    private static DisplayWindow window(int number) {
        return new DisplayWindow(number, 0, 0, 640, 480, 0, 0, 640, 480);
    }

    @BeforeEach
    void answer() {
        when(display.destroy(canvas)).thenReturn(canvasEnd);
        when(display.destroy(framing)).thenReturn(Pending.of(new MessageFrame()));
        when(display.destroy(other)).thenReturn(Pending.of(new MessageFrame()));
        when(display.create(0, 0, 640, 480, CARD)).thenReturn(otherMade);
        when(display.move(any(), anyInt(), anyInt(), anyInt(), anyInt())).thenReturn(Pending.of(framing));
    }

    @Test
    void closedWhileTheCanvasEndsItEndsTheFrameAndMakesNoOtherCanvas() {
        place.revoke();
        Pending<?> closed = place.close();
        assertFalse(closed.isDone());
        canvasEnd.complete(new MessageFrame());
        assertNull(closed.failure());
        verify(display, times(1)).destroy(canvas);
        verify(display).destroy(framing);
        verify(display, never()).create(anyInt(), anyInt(), anyInt(), anyInt(), anyInt());
    }

    @Test
    void closedWhileAnotherCanvasIsMadeItEndsThatOneToo() {
        place.revoke();
        canvasEnd.complete(new MessageFrame());
        Pending<?> closed = place.close();
        assertFalse(closed.isDone());
        otherMade.complete(other);
        assertNull(closed.failure());
        verify(display).destroy(other);
        verify(display).destroy(framing);
    }

    @Test
    void theFrameEndsAlsoWhenTheCanvasDoesNot() {
        Pending<?> closed = place.close();
        verify(display, never()).destroy(framing);
        HostException why = new HostException("refused by the test");
        canvasEnd.fail(why);
        verify(display).destroy(framing);
        assertEquals(why, closed.failure());
    }

    @Test
    void aCanvasThatCouldNotBeMadeIsMadeByTheNextMove() {
        Pending<?> revoked = place.revoke();
        canvasEnd.complete(new MessageFrame());
        otherMade.fail(new HostException("refused by the test"));
        assertNotNull(revoked.failure());
        when(display.create(0, 0, 640, 480, CARD)).thenReturn(Pending.of(other));
        Pending<WindowFrame> moved = place.move(THERE);
        assertEquals(THERE, moved.get());
        assertEquals(other.number(), place.surface());
    }

    @Test
    void aMoveThatMakesACanvasEndsWithTheWindow() {
        place.revoke();
        canvasEnd.complete(new MessageFrame());
        otherMade.fail(new HostException("refused by the test"));
        Pending<DisplayWindow> late = new Pending<>();
        when(display.create(0, 0, 640, 480, CARD)).thenReturn(late);
        Pending<WindowFrame> moved = place.move(THERE);
        Pending<?> closed = place.close();
        late.complete(other);
        assertNotNull(moved.failure());
        assertNull(closed.failure());
        verify(display, never()).move(any(), anyInt(), anyInt(), anyInt(), anyInt());
        verify(display).destroy(other);
        verify(display).destroy(framing);
    }
}
