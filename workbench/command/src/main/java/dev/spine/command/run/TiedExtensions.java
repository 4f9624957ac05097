package dev.spine.command.run;

import dev.spine.command.control.Caller;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which extensions end with which connection. Any thread. */
final class TiedExtensions {
    /**
     * An extension and where it is.
     *
     * @param runtime where
     * @param extension its number
     */
    record Place(CardRuntime runtime, int extension) {}

    private final Map<Caller, List<Place>> tied = new HashMap<>();

    synchronized void tie(Caller caller, CardRuntime runtime, int extension) {
        tied.computeIfAbsent(caller, _ -> new ArrayList<>()).add(new Place(runtime, extension));
    }

    /** An extension has left: its number may be somebody else's now. */
    synchronized void forget(CardRuntime runtime, int extension) {
        Place place = new Place(runtime, extension);
        tied.values().removeIf(places -> places.remove(place) && places.isEmpty());
    }

    /** A runtime has begun anew: what was tied on it has left. */
    synchronized void forget(CardRuntime runtime) {
        tied.values().removeIf(places -> places.removeIf(place -> place.runtime() == runtime) && places.isEmpty());
    }

    /** {@return what has to end with a connection that has ended} */
    synchronized List<Place> of(Caller caller) {
        return List.copyOf(tied.getOrDefault(caller, List.of()));
    }

    /** {@return whether it was still tied to the connection; it is not any more} */
    synchronized boolean forget(Caller caller, Place place) {
        List<Place> places = tied.get(caller);
        boolean was = places != null && places.remove(place);
        if (places != null && places.isEmpty()) {
            tied.remove(caller);
        }
        return was;
    }
}
