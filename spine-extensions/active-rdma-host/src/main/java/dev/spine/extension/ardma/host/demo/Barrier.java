package dev.spine.extension.ardma.host.demo;

import dev.spine.extension.ardma.host.RemoteArea;
import dev.spine.extension.ardma.host.RemoteRoutine;
import dev.spine.extension.ardma.host.lift.Areas;
import dev.spine.extension.ardma.host.lift.RoutineLifter;
import java.util.List;

/**
 * A barrier that spans servers: whoever has arrived goes on when all others have. Each server has an area with a count at 0, of those who
 * have arrived there, and a round at 8, which is over when its number rises. Who is the last at a server goes on to the first server, where
 * the last of the servers ends the round on all of them. Routines count and end rounds; those who wait look at their own server. One
 * participant, which one thread uses.
 */
public final class Barrier {
    /** Bytes of an area, all zero at the beginning. */
    public static final int BYTES = 24;

    private static final int ROUND = 8;
    private static final int SERVERS = 16;

    private final List<Place> places;
    private final int home;
    private final int group;
    private long round;

    /**
     * A server, as a participant reaches it.
     *
     * @param area of {@link #BYTES} there
     * @param arrive {@link #arriveRoutine} there
     * @param end {@link #endRoutine} there
     * @param look {@link #roundRoutine} there
     */
    public record Place(RemoteArea area, RemoteRoutine arrive, RemoteRoutine end, RemoteRoutine look) {}

    /**
     * A participant that has not arrived yet.
     *
     * @param places the servers, for all participants in the same order
     * @param home which of them it arrives at
     * @param group how many participants arrive at this one
     */
    public Barrier(List<Place> places, int home, int group) {
        this.places = List.copyOf(places);
        this.home = home;
        this.group = group;
    }

    /**
     * {@return 1 for the last one of a group, whose count begins anew, else 0}
     *
     * @param count where the count is
     * @param group how many there are
     */
    static long count(long count, long group) {
        if (Areas.fetchAdd(0, count, 1) != group - 1) {
            return 0;
        }
        Areas.fetchAdd(0, count, -group);
        return 1;
    }

    /** {@return which round has ended; the next one begins} */
    static long endRound() {
        return Areas.fetchAdd(0, ROUND, 1);
    }

    /** {@return how many rounds are over} */
    static long rounds() {
        return Areas.load64(0, ROUND);
    }

    /** {@return the routine of {@code (count, group)} that counts who arrives} */
    public static byte[] arriveRoutine() {
        return RoutineLifter.lift(Barrier::count).areas(1).build();
    }

    /** {@return the routine without parameters that ends a round} */
    public static byte[] endRoutine() {
        return RoutineLifter.lift(Barrier::endRound).areas(1).build();
    }

    /** {@return the routine without parameters that returns how many rounds are over} */
    public static byte[] roundRoutine() {
        return RoutineLifter.lift(Barrier::rounds).areas(1).build();
    }

    private static long run(RemoteRoutine routine, Place at, long... arguments) {
        return routine.run(List.of(at.area), arguments).value();
    }

    /** Arrives; once in each round. */
    public void arrive() {
        Place own = places.get(home);
        Place first = places.getFirst();
        if (run(own.arrive, own, 0, group) == 1 && run(first.arrive, first, SERVERS, places.size()) == 1) {
            places.forEach(place -> run(place.end, place));
        }
    }

    /** {@return whether all have arrived since this participant was last told so; then the next round begins for it} */
    public boolean isOver() {
        Place own = places.get(home);
        if (run(own.look, own) == round) {
            return false;
        }
        round++;
        return true;
    }
}
