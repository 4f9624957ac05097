package dev.spine.iop.engine.modelled;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Transfer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides how long deliveries and transfers of a modelled engine take beyond what the machine gives, or holds them until somebody lets
 * them go: for tests of what depends on their order. What one agent delivers to one list, or submits to one DMA engine, stays in its order.
 *
 * <p>A schedule that holds is how all orders are explored: the engine runs until nothing else happens, one of the {@link #held} effects is
 * {@linkplain #release released}, and so on; another run from the start releases another one (stateless replay).
 *
 * <p>Given to {@link ModelledEngine#schedule} before the first agent; an engine without one is of other classes and does nothing for it.
 * Called on the thread that drives the engine, within events; not for engines that run on several threads. A run is a function of system,
 * seed and schedule.
 */
public abstract class Schedule {
    /** A delay: until it is released. */
    public static final long HELD = -1;

    /** An effect that is held. */
    private record Effect(ModelledContext from, Object to, Object item) {}

    /** What one agent has delivered to one list, or submitted to one DMA engine, and is held, oldest first. */
    private final Map<String, List<Effect>> channels = new LinkedHashMap<>();
    private @Nullable ModelledEngine engine;

    /** Holds nothing yet. */
    protected Schedule() {}

    /**
     * {@return by how many nanoseconds a delivery is later than it would be, or {@link #HELD}}
     *
     * @param from path of the agent that delivers
     * @param list where to
     * @param item what; not to be changed
     */
    protected long delayNs(String from, DeliveryList<?> list, Object item) {
        return 0;
    }

    /**
     * {@return by how many nanoseconds a transfer reaches its DMA engine later than it would, or {@link #HELD}}
     *
     * @param from path of the agent that submits it
     * @param transfer prepared; not to be changed
     */
    protected long delayNs(String from, Transfer transfer) {
        return 0;
    }

    final void bind(ModelledEngine to) {
        engine = to;
    }

    final boolean hold(ModelledContext from, DeliveryList<?> list, Object item) {
        return hold(channel(from, list), new Effect(from, list, item));
    }

    final boolean hold(ModelledContext from, DmaEngine dma, Transfer transfer) {
        return hold(channel(from, dma), new Effect(from, dma, transfer));
    }

    private boolean hold(String channel, Effect effect) {
        return channels.computeIfAbsent(channel, _ -> new ArrayList<>()).add(effect);
    }

    private static String channel(ModelledContext from, DeliveryList<?> list) {
        return from.path() + " > " + list.name();
    }

    private static String channel(ModelledContext from, DmaEngine dma) {
        return from.path() + " > dma of " + dma.busAgent().name();
    }

    final boolean isHolding(ModelledContext from, DeliveryList<?> list) {
        return !channels.getOrDefault(channel(from, list), List.of()).isEmpty();
    }

    final boolean isHolding(ModelledContext from, DmaEngine dma) {
        return !channels.getOrDefault(channel(from, dma), List.of()).isEmpty();
    }

    /** {@return the channels in which something is held, in order of their first use: sender and receiver} */
    public final List<String> held() {
        return channels.entrySet().stream().filter(channel -> !channel.getValue().isEmpty()).map(Map.Entry::getKey).toList();
    }

    /**
     * {@return the oldest that is held in a channel}
     *
     * @param channel one of {@link #held}
     */
    public final Object oldest(String channel) {
        return heldIn(channel).getFirst().item();
    }

    /**
     * Lets the oldest of a channel happen now. From outside, while the engine stands still.
     *
     * @param channel one of {@link #held}
     * @throws IllegalArgumentException when nothing is held there
     */
    public final void release(String channel) {
        Effect effect = heldIn(channel).removeFirst();
        ModelledEngine on = engine;
        if (on == null) {
            throw new IllegalStateException("this schedule was given to no engine");
        }
        if (effect.to() instanceof DeliveryList<?> list) {
            effect.from().node().delivery(effect.from(), list, effect.item(), on.nowPs());
        } else {
            effect.from().request((DmaEngine) effect.to(), (Transfer) effect.item(), on.nowPs());
        }
        on.pushed(effect.from().node());
    }

    /**
     * Loses the oldest of a channel. From outside, while the engine stands still; only of what may be lost on the machine.
     *
     * @param channel one of {@link #held}
     * @throws IllegalArgumentException when nothing is held there
     */
    public final void lose(String channel) {
        heldIn(channel).removeFirst();
    }

    private List<Effect> heldIn(String channel) {
        List<Effect> effects = channels.getOrDefault(channel, List.of());
        if (effects.isEmpty()) {
            throw new IllegalArgumentException("nothing is held in '" + channel + "': " + held());
        }
        return effects;
    }
}
