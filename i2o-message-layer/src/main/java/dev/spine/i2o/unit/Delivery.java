package dev.spine.i2o.unit;

/**
 * The one effect that an active part of the system has on another: an object arrives in a list.
 *
 * <p>Posting a frame, returning it, sending on a wire and raising an interrupt are all deliveries. On the live engine a delivery is
 * one {@code offer}; on the modelled engine it is one event at the sender's local time that offers and wakes the list's owner.
 * A delivery belongs to one agent and is called on that agent's thread only.
 */
public interface Delivery {
    /**
     * Delivers {@code item} to {@code list}, at once.
     *
     * @param <T> what the list carries
     * @param list the list, sized by its maker for every object that can ever be in it
     * @param item the object; the caller gives it up
     */
    <T> void deliver(DeliveryList<T> list, T item);

    /** Delivers by a plain offer on the calling thread: for set-up before an engine runs, and for tests without an engine. */
    Delivery DIRECT = new Delivery() {
        @Override
        public <T> void deliver(DeliveryList<T> list, T item) {
            list.offerOrThrow(item);
        }
    };
}
