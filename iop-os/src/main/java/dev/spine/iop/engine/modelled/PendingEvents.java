package dev.spine.iop.engine.modelled;

import dev.spine.i2o.unit.DeliveryList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Tells of events that are pending, for those who look at a modelled engine from outside while it stands still. */
final class PendingEvents {
    private record Pending(QueuedEvent event, ModelledNode node) {}

    private final ModelledNode[] nodes;
    private final ModelledContext[] contexts;

    PendingEvents(ModelledNode[] nodes, ModelledContext[] contexts) {
        this.nodes = nodes;
        this.contexts = contexts;
    }

    /**
     * The events that come first, in their order.
     *
     * @param most how many at most
     * @param number of the very next event
     */
    List<EngineEvent> first(int most, long number) {
        List<Pending> found = new ArrayList<>();
        for (ModelledNode node : nodes) {
            node.heap().showFirst(most, event -> found.add(new Pending(event, node)));
        }
        found.sort(Comparator.<Pending>comparingLong(pending -> pending.event().time).thenComparingLong(pending -> pending.event().order)
            .thenComparingInt(pending -> pending.node().number()));
        List<EngineEvent> list = new ArrayList<>();
        for (Pending pending : found.subList(0, Math.min(most, found.size()))) {
            list.add(event(list.isEmpty() ? number : -1, pending));
        }
        return list;
    }

    private EngineEvent event(long number, Pending pending) {
        QueuedEvent event = pending.event();
        Object target = Objects.requireNonNull(event.target);
        EngineEvent.Kind kind = EngineEvent.Kind.valueOf(Effects.nameOf(event.kind));
        Object item = target instanceof DmaChannel channel ? channel.current()
            : target instanceof ModelledBus ? null : event.item;
        return new EngineEvent(number, event.time, kind, nameOf(EventOrder.source(event.order), pending.node()), nameOf(target),
            item, target instanceof DeliveryList<?> list ? list : null);
    }

    private static String nameOf(Object target) {
        return switch (target) {
            case DeliveryList<?> list -> list.name();
            case ModelledContext context -> context.path();
            case ModelledDma dma -> dma.name();
            case DmaChannel channel -> channel.owner().name();
            case ModelledBus bus -> bus.name();
            case ModelledCall call -> call.host().path();
            case ModelledTask task -> "task " + task.name();
            default -> throw new AssertionError(target);
        };
    }

    private String nameOf(int source, ModelledNode node) {
        if (source >= EventOrder.FIRST_NODE) {
            return nodes[source - EventOrder.FIRST_NODE].toString();
        }
        return switch (source) {
            case EventOrder.INPUT -> "input";
            case EventOrder.OUTSIDE -> "outside";
            case EventOrder.BUS -> "bus";
            default -> source >= EventOrder.FIRST_TASK ? "task" : Arrays.stream(contexts)
                .filter(context -> context.node().equals(node) && context.endPoint() == source % EventOrder.FIRST_DMA).findAny()
                .orElseThrow().path() + (source >= EventOrder.FIRST_DMA ? " dma" : "");
        };
    }
}
