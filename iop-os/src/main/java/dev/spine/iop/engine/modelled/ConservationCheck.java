package dev.spine.iop.engine.modelled;

import dev.spine.iop.bus.Account;
import dev.spine.iop.engine.modelled.Conservation.Law;
import java.util.ArrayList;
import java.util.List;

/** Reads both sides of each law from the nodes of an engine that stands still. */
final class ConservationCheck {
    private final ModelledNode[] nodes;
    private final ModelledContext[] contexts;
    private final long nowPs;
    private final List<Law> laws = new ArrayList<>();

    ConservationCheck(ModelledNode[] nodes, ModelledContext[] contexts, long nowPs) {
        this.nodes = nodes;
        this.contexts = contexts;
        this.nowPs = nowPs;
    }

    Conservation laws(long executed) {
        long made = 0;
        long pending = 0;
        for (ModelledNode node : nodes) {
            made += node.effects().count();
            pending += node.heap().size();
        }
        laws.add(new Law("engine", "events made = executed + pending", made, executed + pending));
        for (ModelledContext context : contexts) {
            laws.add(new Law(context.path(), "busy + polling + idle = time, in ps", context.accountedPs(nowPs), nowPs));
        }
        for (ModelledNode node : nodes) {
            node.resources().dmas().forEach(dma -> addDma(dma, node));
            node.resources().buses().forEach(bus -> addBus(bus, node));
        }
        return new Conservation(laws);
    }

    private void addDma(ModelledDma dma, ModelledNode node) {
        DmaChannel[] channels = dma.channels();
        for (int i = 0; i < channels.length; i++) {
            laws.add(new Law(nameOf(dma, i), "set-up + waiting + moving + idle = time, in ps", channels[i].accountedPs(nowPs), nowPs));
        }
        laws.add(new Law(dma.name(), "transfers taken = ended + under way + queued + on their way here", dma.acceptedTransfers(),
            dma.endedTransfers() + dma.inFlight() + dma.waiting() + pending(Effects.DMA_REQUEST, dma, node)));
    }

    private static String nameOf(ModelledDma dma, int channel) {
        return dma.channels().length == 1 ? dma.name() : dma.name() + " channel " + channel;
    }

    private void addBus(ModelledBus bus, ModelledNode node) {
        long users = bus.programmedPs() + bus.untoldPs();
        long asked = 0;
        long elsewhere = 0;
        for (ModelledDma dma : node.resources().dmas()) {
            if (dma.bus() == bus) {
                for (DmaChannel channel : dma.channels()) {
                    users += channel.busPs();
                    asked += channel.askedBytes();
                    elsewhere += channel.droppedBytes() + channel.bytesInFlight();
                }
            }
        }
        for (int link = 0; link < bus.links(); link++) {
            laws.add(new Law(bus.linkName(link), "held + idle = time, in ps", bus.linkHeldPs(link, nowPs) + bus.linkIdlePs(link, nowPs),
                nowPs));
        }
        if (bus instanceof SwitchedBus switched) {
            laws.add(new Law(bus.name(), "held from bus agents = held to bus agents + under way in the switch, in ps", bus.grantedPs(),
                switched.passedOnPs() + pendingPs(switched, node)));
        }
        Account.Snapshot entered = bus.entered();
        laws.add(new Law(bus.name(), "held by the bus's account = held by its users' accounts, in ps", bus.grantedPs(), users));
        laws.add(new Law(bus.name(), "data bytes in = out + dropped + under way", asked, entered.dataBytes() + elsewhere));
        laws.add(new Law(bus.name(), "programmed bytes in = out + under way", entered.controlBytes(),
            bus.programmedBytes() + pendingBytes(bus, node)));
    }

    /** How many events of a kind wait for a target, in whichever node. */
    long pending(int kind, Object target) {
        long count = 0;
        for (ModelledNode node : nodes) {
            count += pending(kind, target, node);
        }
        return count;
    }

    private static long pending(int kind, Object target, ModelledNode node) {
        EventHeap heap = node.heap();
        long[] count = new long[1];
        heap.each(event -> count[0] += event.kind == kind && event.target == target ? 1 : 0);
        return count[0];
    }

    private static long pendingBytes(ModelledBus bus, ModelledNode node) {
        EventHeap heap = node.heap();
        long[] sum = new long[1];
        heap.each(event -> sum[0] += event.kind == Effects.PROGRAMMED_IO && event.target == bus
            ? ProgrammedAccess.bytes(event.number) : 0);
        return sum[0];
    }

    private static long pendingPs(SwitchedBus bus, ModelledNode node) {
        EventHeap heap = node.heap();
        long[] sum = new long[1];
        heap.each(event -> sum[0] += event.kind == Effects.BUS_EVENT && event.target == bus
            ? bus.durationPs(event.item, event.number) : 0);
        return sum[0];
    }

    /** How the resources have spent their time. */
    List<ResourceUse> uses() {
        List<ResourceUse> uses = new ArrayList<>();
        for (ModelledContext context : contexts) {
            uses.add(context.use(nowPs));
        }
        for (ModelledNode node : nodes) {
            for (ModelledBus bus : node.resources().buses()) {
                for (int link = 0; link < bus.links(); link++) {
                    uses.add(use(bus.linkName(link), ResourceUse.Kind.BUS, bus.linkHeldPs(link, nowPs), 0, bus.linkIdlePs(link, nowPs)));
                }
            }
            for (ModelledDma dma : node.resources().dmas()) {
                for (int i = 0; i < dma.channels().length; i++) {
                    DmaChannel channel = dma.channels()[i];
                    uses.add(use(nameOf(dma, i), ResourceUse.Kind.DMA_CHANNEL, channel.busyPs(nowPs), channel.waitingPs(nowPs),
                        channel.idlePs(nowPs)));
                }
            }
        }
        return uses;
    }

    static ResourceUse use(String name, ResourceUse.Kind kind, long busyPs, long waitingPs, long idlePs) {
        return new ResourceUse(name, kind, busyPs / VirtualTime.PS_PER_NS, waitingPs / VirtualTime.PS_PER_NS,
            idlePs / VirtualTime.PS_PER_NS);
    }
}
