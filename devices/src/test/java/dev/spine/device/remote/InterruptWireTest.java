package dev.spine.device.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.os.LocalSockets;
import dev.spine.device.remote.RemoteCounters.Counter;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whatever a client does with the descriptors that it shares with the card, the card's agent does not wait. */
@SuppressWarnings("restricted") // an eventfd that waits is not among the calls of the card
class InterruptWireTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final long FULL = 0xFFFF_FFFF_FFFF_FFFEL;
    private static final MethodHandle EVENTFD = Linker.nativeLinker().downcallHandle(
        Linker.nativeLinker().defaultLookup().findOrThrow("eventfd"),
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

    private static final MethodHandle INOTIFY = Linker.nativeLinker().downcallHandle(
        Linker.nativeLinker().defaultLookup().findOrThrow("inotify_init"), FunctionDescriptor.of(ValueLayout.JAVA_INT));

    private static final MethodHandle FCNTL = Linker.nativeLinker().downcallHandle(
        Linker.nativeLinker().defaultLookup().findOrThrow("fcntl"),
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT),
        Linker.Option.firstVariadicArg(2));
    private static final int F_SETFL = 4;

    private final RemoteCounters counters = new RemoteCounters();
    private final InterruptWire wire = new InterruptWire(counters);
    private final MemorySegment number = Arena.ofAuto().allocate(8, 8);

    @AfterEach
    void close() {
        wire.close();
    }

    /** An eventfd whose reads and writes wait. */
    private static int waiting() throws Throwable {
        return (int) EVENTFD.invokeExact(0, 0);
    }

    private static void within(Runnable action) {
        assertTimeoutPreemptively(LIMIT, action::run, "it waits for the client");
    }

    @Test
    void eventDescriptorIsCountedUp() throws Throwable {
        assertTrue(wire.canSignal());
        int irq = waiting();
        wire.attach(irq, waiting());
        for (int i = 0; i < 1000; i++) {
            wire.onAsserted();
            wire.onReleased();
        }
        assertEquals(8, NativeCalls.read(irq, number, 8));
        assertEquals(1000, number.get(ValueLayout.JAVA_LONG, 0));
        assertEquals(1000, counters.get(Counter.INTERRUPTS));
    }

    @Test
    void fullDescriptorDoesNotHoldTheCard() throws Throwable {
        int irq = waiting();
        number.set(ValueLayout.JAVA_LONG, 0, FULL);
        NativeCalls.write(irq, number, 8);
        wire.attach(irq, waiting());
        within(wire::onAsserted);
        wire.onReleased();
        within(wire::onAsserted);
    }

    @Test
    void acknowledgementThatSomebodyElseHasReadIsNotWaitedFor() throws Throwable {
        int irq = waiting();
        int resample = waiting();
        wire.attach(irq, resample);
        within(() -> assertTrue(wire.resampled(), "it is no reason to send the client away"));
        within(wire::onAsserted);
    }

    @Test
    void whatOneClientMissedIsNotHeldAgainstTheNext() throws Throwable {
        wire.attach(waiting(), waiting());
        int missed = 0;
        while (wire.resampled()) {
            missed++;
        }
        assertTrue(missed > 0);
        wire.attach(waiting(), waiting());
        assertTrue(wire.resampled(), "it is the first time for this one");
    }

    @Test
    void whatCannotBeReadWithoutWaitingIsNotRead() throws Throwable {
        // A descriptor that waits for changes of files, of which there are none; its owner has had it wait again.
        int changes = (int) INOTIFY.invokeExact();
        wire.attach(waiting(), changes);
        assertEquals(0, (int) FCNTL.invokeExact(changes, F_SETFL, 0));
        within(() -> assertFalse(wire.resampled(), "it is no eventfd"));
    }

    @Test
    void descriptorsThatAreHardToCloseHoldNobody() throws Throwable {
        try (LingeringSocket irq = new LingeringSocket(); LingeringSocket resample = new LingeringSocket()) {
            wire.attach(irq.descriptor(), resample.descriptor());
            within(wire::detach);
            within(wire::onAsserted);
        }
    }

    @Test
    void whatIsNoEventDescriptorIsNeverSignalled() {
        int memory = NativeCalls.memory("spine-test", 4096);
        int socket = LocalSockets.socket();
        wire.attach(memory, socket);
        wire.onAsserted();
        assertEquals(0, counters.get(Counter.INTERRUPTS));
        assertEquals(4096, NativeCalls.status(memory).bytes());
        assertFalse(wire.resampled(), "a socket without a peer cannot be read");
    }
}
