package dev.spine.iop.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("SO-04")
class AccountTest {
    private final Bus bus = new Bus(3);
    private final BusAgent card = new BusAgent(1, "iop1");
    private final BusAgent peer = new BusAgent(2, "iop2");

    @Test
    void programmedIoIsControlAndTouchesHostMemoryOnlyAtTheHost() {
        DmaEngine dma = new DmaEngine(bus, card);
        assertTrue(dma.enterProgrammedIo(peer, 64));
        assertTrue(dma.enterProgrammedIo(BusAgent.host(), 20));
        assertFalse(dma.enterProgrammedIo(card, 1000));
        assertEquals(new Account.Snapshot(0, 84, 20, 0, 0), bus.account(card).snapshot());
        assertEquals(new Account.Snapshot(0, 0, 0, 0, 0), bus.account(peer).snapshot());
    }

    @Test
    void anIntervalIsTheDifferenceOfTwoReadings() {
        Account account = bus.account(card);
        account.data(card.id(), peer.id(), 1000);
        Account.Snapshot before = account.snapshot();
        account.data(card.id(), BusAgent.HOST_ID, 500);
        account.transferDone();
        account.transferRefused();
        assertEquals(new Account.Snapshot(500, 0, 500, 1, 1), account.snapshot().since(before));
        assertEquals(account.snapshot(), before.plus(account.snapshot().since(before)));
        assertEquals(1000, account.dataBytes(card, peer));
    }
}
