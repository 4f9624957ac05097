package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sample.Collector;
import sample.Doorman;
import sample.Trespasser;
import sample.Worker;

class RuntimeModuleTest {
    private final Card card = new Card();

    @BeforeEach
    void listen() {
        card.post(Function.PRIVATE, 0, OrganizationId.SPINE << 16 | RuntimeProtocol.LISTEN, 5);
        assertTrue(card.replies().isEmpty(), "LISTEN has no reply of its own");
    }

    @AfterEach
    void close() {
        card.close();
    }

    private int order(int instance, int... words) {
        card.small(instance, 1, words);
        List<MessageFrame> replies = card.replies();
        assertEquals(1, replies.size(), "one message to the host");
        return replies.getFirst().word(4);
    }

    private long counter(int instance, String name) {
        ExtensionInstance loaded = card.runtime.card().table().get(instance);
        return loaded == null ? -1 : loaded.counters().counter(name).value();
    }

    @Test
    @Tag("SS-01")
    @Tag("SS-21")
    @Tag("SS-27")
    void aLoadedExtensionAnswersAMessageOfTheHost() {
        int instance = card.loaded(Collector.class);
        assertEquals(42, order(instance, 2));
        assertEquals(1, counter(instance, "activations seen"));
    }

    @Test
    @Tag("SS-29")
    void aHandlerGetsTheContextOfItsInstallationAndTheMessageWithDataAndKind() {
        int instance = card.loaded(Doorman.class);
        card.small(instance, 1, 8);
        card.small(instance, 2, 7);
        card.port.arrive(UdpPacket.to(7000, "hello".chars().toArray()));
        card.settle();
        List<String> notified = card.replies().stream().map(reply -> "door " + reply.word(4 + Doorman.DOOR) + " word "
            + reply.word(4 + Doorman.FIRST_WORD) + " kind " + reply.word(4 + Doorman.KIND) + " bytes " + reply.word(4 + Doorman.BYTES))
            .sorted().toList();
        assertEquals(List.of("door 11 word 8 kind 0 bytes 0", "door 22 word 7 kind 0 bytes 0",
            "door 22 word 9 kind 2 bytes 0", "door 33 word 0 kind 1 bytes 60"), notified);
    }

    @Test
    @Tag("SS-28")
    void aPacketOfItsPortReachesItsHandlerAndOthersGoOn() {
        int instance = card.loaded(Collector.class);
        card.port.arrive(UdpPacket.to(7000, "hello".chars().toArray()));
        card.port.arrive(UdpPacket.to(7001, "hello".chars().toArray()));
        card.settle();
        assertEquals(60, counter(instance, "bytes seen"));
        assertEquals(1, card.port.declined);
        assertEquals(2, card.port.home.size(), "both packets went home");
    }

    @Test
    void aKeptPacketStaysUntilItIsReleased() {
        int instance = card.loaded(Collector.class);
        card.port.arrive(UdpPacket.to(7000, "KX".chars().toArray()));
        card.settle();
        assertEquals(0, card.port.home.size());
        assertEquals('X', order(instance, 3));
        card.settle();
        assertEquals(1, card.port.home.size());
    }

    @Test
    void aBufferThatWasNotKeptIsEmptyAfterItsActivation() {
        int instance = card.loaded(Collector.class);
        card.port.arrive(UdpPacket.to(7000, "x".chars().toArray()));
        card.settle();
        assertEquals(0, order(instance, 4));
    }

    @Test
    void aHandlerThatThrowsStopsItsExtensionAndNobodyElse() {
        int bad = card.loaded(Collector.class);
        int good = card.loaded(Collector.class);
        card.small(bad, 1, 1);
        card.settle();
        ExtensionInstance failed = card.runtime.card().table().get(bad);
        assertTrue(failed != null && !failed.isRunning() && String.valueOf(failed.failure()).contains("the test wanted this"));
        assertEquals(42, order(good, 2));
        card.port.arrive(UdpPacket.to(7000, "x".chars().toArray()));
        card.settle();
        assertEquals(60, counter(good, "bytes seen"), "the packet goes to the next extension that wants it");
    }

    @Test
    @Tag("SS-27")
    void aMessageToTheOwnCardIsQueuedAndNotNested() {
        int instance = card.loaded(Collector.class);
        card.small(instance, 1, 5);
        card.settle();
        assertEquals(1, counter(instance, "bytes seen"));
    }

    @Test
    void inModelledTimeCodeTakesWhatItExecutes() {
        int instance = card.loaded(Worker.class);
        int none = order(instance, 0);
        int some = order(instance, 10_000) - none;
        int more = order(instance, 30_000) - none;
        // 33 MHz, 10 cycles for a unit of fuel, and a round is at least five instructions.
        assertTrue(some > 5 * 10_000 * 10 * 30, () -> some + " ns");
        assertEquals(3 * some, more, 3);
    }

    @Test
    @Tag("SO-17")
    void aTimerIsAMessage() {
        int instance = card.loaded(Collector.class);
        card.small(instance, 1, 6);
        card.settle();
        assertEquals(1, counter(instance, "bytes seen"));
    }

    @Test
    @Tag("SO-17")
    @Tag("SO-22")
    void aTransferBetweenBuffersIsCheckedAtEachRunAndItsEndIsReported() {
        int instance = card.loaded(Collector.class);
        assertEquals(0x5A, order(instance, 7));
    }

    @Test
    @Tag("SS-27")
    @Tag("SS-30")
    void aMessageToAnotherNodeIsSixtyFourBytesBehindARoutingHeader() {
        int instance = card.loaded(Collector.class);
        card.small(instance, 1, 8, RuntimeProtocol.handlerNumber(instance, 1));
        card.settle();
        assertEquals(1, card.port.sent.size());
        byte[] sent = card.port.sent.getFirst();
        assertEquals(112, sent.length);
        assertEquals(9, sent[5]);
        assertEquals(7, sent[11]);
        card.port.arrive(sent);
        List<MessageFrame> replies = card.replies();
        assertEquals(1, replies.size(), "the same bytes, received, run the handler");
        assertEquals(42, replies.getFirst().word(4));
    }

    @Test
    @Tag("SS-31")
    @Tag("SS-32")
    void bulkDataHasArrivedBeforeTheHandlerRuns() {
        int instance = card.loaded(Collector.class);
        int[] words = new int[14];
        words[12] = SglElement.Simple.from((int) card.hostMemory.base(), 3000).firstWord();
        words[13] = (int) card.hostMemory.base();
        words[12] = 0xD4000000 | 3000;
        card.post(Function.SMALL_MESSAGE,
            RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(instance, 2), 0, RuntimeProtocol.KIND_BULK), words);
        card.settle();
        assertEquals(3000, counter(instance, "bytes seen"));
        assertEquals(0, card.runtime.card().parts().memory().used(), "the data is gone after the activation");
    }

    @Test
    void unloadingTakesHandlersAndLeavesNoMemory() {
        int instance = card.loaded(Collector.class);
        card.small(instance, 1, 7);
        card.replies();
        card.post(Function.PRIVATE, 0, OrganizationId.SPINE << 16 | RuntimeProtocol.UNLOAD, instance);
        List<MessageFrame> replies = card.replies();
        assertEquals(0, replies.getFirst().requestStatus());
        assertNull(card.runtime.card().table().get(instance));
        assertEquals(0, card.runtime.card().parts().memory().used());
        card.port.arrive(UdpPacket.to(7000, "x".chars().toArray()));
        card.settle();
        assertEquals(1, card.port.declined);
    }

    @Test
    @Tag("SO-09")
    void anExtensionThatLinksToTheSystemIsRefusedWithTheReason() {
        MessageFrame reply = card.load(Card.image(Trespasser.class));
        assertNotEquals(0, reply.requestStatus());
        assertTrue(card.verdict(reply).contains("java.lang.System"), card.verdict(reply));
        assertEquals(0, card.runtime.card().parts().memory().used());
    }

    @Test
    void anImageThatIsNoJarIsRefusedWithTheReason() {
        MessageFrame reply = card.load(new byte[] {1, 2, 3, 4});
        assertNotEquals(0, reply.requestStatus());
        assertTrue(card.verdict(reply).startsWith("refused: "), card.verdict(reply));
    }

    @Test
    void anImageOutsideHostMemoryIsRefused() {
        card.postPrivate(RuntimeProtocol.LOAD, List.of(0), List.of(SglElement.Simple.from(0x7000_0000, 100),
            SglElement.Simple.into((int) card.hostMemory.base() + (512 << 10), 4096)));
        List<MessageFrame> replies = card.replies();
        assertEquals(1, replies.size());
        assertNotEquals(0, replies.getFirst().requestStatus());
        assertEquals(0, card.runtime.card().parts().memory().used());
    }

    @Test
    void messagesToNobodyAreCountedAndTheirFramesReturn() {
        int before = card.freeInboundFrames();
        for (int i = 0; i < 20; i++) {
            card.small(200, 9, i);
            card.settle();
        }
        assertTrue(card.runtime.undeliverable() >= 20);
        assertTrue(card.freeInboundFrames() >= before - 1);
    }

    @Test
    void moreMessagesThanTheQueueHoldsWaitInTheirFrames() {
        int instance = card.loaded(Collector.class);
        for (int round = 0; round < 12; round++) {
            for (int i = 0; i < 24; i++) {
                card.small(instance, 2, i);
            }
            card.settle();
        }
        assertEquals(288, counter(instance, "bytes seen"));
    }

    @Test
    void aListingNamesTheInstances() {
        int instance = card.loaded(Collector.class);
        ExtensionInstance loaded = card.runtime.card().table().get(instance);
        assertTrue(loaded != null);
        assertTrue(card.describe(loaded).status().toString()
            .contains("name=Collector\nowner=0\ntied=false\nstate=running\n"));
        assertFalse(card.runtime.lastFailure().contains("Collector"));
    }

    @Test
    void aRuntimeThatWasDestroyedAndComesBackGoesOnWithItsNumbers() {
        ExtensionInstance first = card.runtime.card().table().get(card.loaded(Collector.class));
        card.reset();
        ExtensionRuntime before = card.runtime.card();
        card.engine.tasks(card.kernel).run(() -> {
            card.kernel.roster().destroy(card.kernel.directory().device(card.runtimeTid));
            card.kernel.roster().reload();
            card.runtime.enable();
        });
        ExtensionInstance second = card.runtime.card().table().get(card.loaded(Collector.class));
        assertTrue(first != null && second != null && second.serial() > first.serial(), "no life has the number of another one");
        assertSame(before.parts().completions(), card.runtime.card().parts().completions(), "transfers may still be in flight");
        assertEquals(1, card.port.sinks, "packets come to one runtime");
    }
}
