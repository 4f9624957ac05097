package dev.spine.perf.panic;

import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.modelled.EngineObserver;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * Keeps account of where the time of processors and DMA engines goes, and when words were last moved. Changes nothing of what it sees. On
 * the thread that drives the engine.
 */
final class CardWatch implements EngineObserver {
    private static final String DMA = " dma";
    private static final long PS_PER_NS = 1_000;

    /** What one agent, with its DMA engine, has done. */
    private static final class Account {
        final EnumMap<Op, Long> worked = new EnumMap<>(Op.class);
        /** Of the step that is running: nobody knows yet whether it finds something to do. */
        final EnumMap<Op, Long> running = new EnumMap<>(Op.class);
        long begunPs;
        long transferBegunPs;
        long dmaPs;
        long transfers;
        long wordMovedPs;
    }

    private final Map<String, Account> accounts = new HashMap<>();

    private Account account(String agent) {
        return accounts.computeIfAbsent(agent, _ -> new Account());
    }

    @Override
    public void onBegin(String agent, long timePs) {
        Account account = account(agent);
        account.running.clear();
        account.begunPs = timePs;
    }

    @Override
    public void onCharge(String agent, Op op, long times, long chargedPs) {
        account(agent).running.merge(op, chargedPs, Long::sum);
    }

    @Override
    public void onEnd(String agent, Work work, long fromPs, long toPs) {
        Account account = account(agent);
        if (work != Work.IDLE_STEP) {
            account.running.forEach((op, ps) -> account.worked.merge(op, ps, Long::sum));
        }
        account.running.clear();
    }

    @Override
    public void onTransferBegun(String dma, Transfer transfer, long timePs) {
        ofDma(dma).transferBegunPs = timePs;
    }

    @Override
    public void onTransferEnded(String dma, Transfer transfer, long timePs) {
        Account account = ofDma(dma);
        account.dmaPs += timePs - account.transferBegunPs;
        account.transfers++;
        if (transfer.bytesMoved() == Integer.BYTES) {
            account.wordMovedPs = timePs;
        }
    }

    private Account ofDma(String name) {
        return account(name.substring(0, name.length() - DMA.length()));
    }

    /** Forgets what an agent has done so far. */
    void clear(String agent) {
        accounts.remove(agent);
    }

    /** {@return what an agent's processor has worked, by operation, picoseconds; polls that found nothing are not in it} */
    Map<Op, Long> worked(String agent) {
        return Map.copyOf(account(agent).worked);
    }

    /** {@return when an agent's clock last began to run, nanoseconds} */
    long begunNs(String agent) {
        return account(agent).begunPs / PS_PER_NS;
    }

    /** {@return picoseconds that an agent's DMA engine had transfers} */
    long dmaPs(String agent) {
        return account(agent).dmaPs;
    }

    /** {@return how many transfers ended} */
    long transfers(String agent) {
        return account(agent).transfers;
    }

    /** {@return when the last transfer of one word ended, nanoseconds} */
    long wordMovedNs(String agent) {
        return account(agent).wordMovedPs / PS_PER_NS;
    }
}
