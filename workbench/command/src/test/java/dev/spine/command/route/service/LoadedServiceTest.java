package dev.spine.command.route.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.spine.extension.host.ExtensionRefusedException;
import dev.spine.extension.host.LoadedInstance;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.host.driver.HostException;
import dev.spine.system.Image;
import dev.spine.system.file.FilePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A service is known by its life, not by its number, and a stop of it counts once. */
class LoadedServiceTest {
    private static final LoadedInstance FIRST = new LoadedInstance(1, 5);

    private final RuntimeClient card = mock();
    private final List<String> notified = new ArrayList<>();
    private final LoadedService service = load();

    private LoadedService load() {
        when(card.loadInstance(any(), any())).thenReturn(FIRST);
        return LoadedService.load(card, extension(1));
    }

    private static PlannedExtension extension(int image) {
        return new PlannedExtension(new PlannedExtension.Key("nic", "runtime", "policing", "policing"),
            new Image(new byte[] {(byte) image}), Map.of(), 0, FilePosition.of("here"));
    }

    private static InstanceStatus status(int life, String state) {
        return InstanceStatus.parse("instance=1\nlife=" + life + "\nname=x\nstate=" + state + "\nfailure=broken\ncounter=7 packets\n\n")
            .getFirst();
    }

    private void look(long nowNs, InstanceStatus status) {
        service.look(Map.of(1, status), nowNs, notified::add);
    }

    @Test
    void anotherWithItsNumberIsNotTakenForIt() {
        when(card.inspect(1, 0)).thenReturn(status(6, "running"));
        when(card.list()).thenReturn(List.of(status(6, "running")));
        assertNull(service.read(new SilentCards()).counters());

        service.replace(extension(2));
        verify(card, never()).replace(anyInt(), any(), any(LoadOptions.class));
        verify(card, times(2)).loadInstance(any(), any());

        service.unload();
        verify(card, never()).unload(anyInt());
    }

    @Test
    void aCardThatDoesNotAnswerIsAskedOnce() {
        when(card.inspect(1, 0)).thenThrow(new HostException("nic does not answer"));
        SilentCards silent = new SilentCards();
        for (int i = 0; i < 3; i++) {
            assertNull(service.read(silent).counters());
        }
        verify(card, times(1)).inspect(1, 0);
    }

    @Test
    void whenAnotherHasItsNumberItIsLoadedAgain() {
        long now = System.nanoTime();
        look(now, status(6, "running"));
        assertTrue(notified.getFirst().endsWith(": it is not on the card any more"), notified::toString);
        verify(card, never()).unload(anyInt());

        look(now + TimeUnit.SECONDS.toNanos(1), status(6, "running"));
        assertEquals("service 'policing' on nic runs again", notified.getLast());
    }

    @Test
    void aStopThatTheCardDoesNotExplainCountsOnce() {
        when(card.inspect(1, 0)).thenThrow(new ExtensionRefusedException("no memory"));
        long now = System.nanoTime();
        look(now, status(5, "failed"));
        assertTrue(notified.getFirst().endsWith(": the card does not say why (no memory)"), notified::toString);
        verify(card).unload(1);

        look(now + TimeUnit.SECONDS.toNanos(1), status(5, "failed"));
        assertEquals(1, service.read(new SilentCards()).stops());
        assertEquals(2, notified.size(), notified::toString);
    }

    @Test
    void whatHasRunForAMinuteIsLoadedAgainAsSoonAsTheFirstTime() {
        when(card.inspect(1, 0)).thenReturn(status(5, "failed"));
        long now = System.nanoTime();
        for (int stop = 0; stop < 12; stop++) {
            look(now, status(5, "failed"));
            now += TimeUnit.SECONDS.toNanos(31);
            look(now, status(5, "failed"));
        }
        assertEquals("service 'policing' on nic runs again", notified.getLast());

        now += TimeUnit.MINUTES.toNanos(2);
        look(now, status(5, "running"));
        look(now, status(5, "failed"));
        look(now + TimeUnit.SECONDS.toNanos(1), status(5, "failed"));
        assertEquals("service 'policing' on nic runs again", notified.getLast());
    }

    @Test
    void anUnloadThatIsRefusedIsOneStop() {
        when(card.inspect(1, 0)).thenReturn(status(5, "failed"));
        doThrow(new ExtensionRefusedException("it leaves later")).when(card).unload(1);
        long now = System.nanoTime();
        assertThrows(ExtensionRefusedException.class, () -> look(now, status(5, "failed")));
        assertTrue(notified.getFirst().endsWith(": broken"), notified::toString);
        look(now + TimeUnit.SECONDS.toNanos(1), status(5, "failed"));
        assertEquals(1, service.read(new SilentCards()).stops());
    }
}
