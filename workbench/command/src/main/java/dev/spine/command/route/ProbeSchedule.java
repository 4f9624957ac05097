package dev.spine.command.route;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Who is asked next when only so many can be asked at a time, and some never answer: those that were never asked have half of the places at
 * least, and those whose last question is longest ago the others. So nobody waits for those that are dead, however many they are, nor for
 * those that come anew.
 *
 * <p>One thread.
 *
 * @param <K> who can be asked
 */
final class ProbeSchedule<K> {
    private final int atOnce;
    /** Who was asked, the longest ago first. */
    private final LinkedHashSet<K> asked = new LinkedHashSet<>();

    /**
     * Nobody was asked.
     *
     * @param atOnce how many are asked at a time, 2 at least
     */
    ProbeSchedule(int atOnce) {
        this.atOnce = atOnce;
    }

    /** {@return whom to ask of all that can be asked} */
    List<K> next(Collection<K> all) {
        List<K> fresh = neverAsked(all);
        int others = Math.max(Math.min(atOnce / 2, asked.size()), atOnce - fresh.size());
        List<K> turn = new ArrayList<>(fresh.subList(0, Math.min(fresh.size(), atOnce - others)));
        Iterator<K> longestAgo = asked.iterator();
        while (turn.size() < atOnce && longestAgo.hasNext()) {
            turn.add(longestAgo.next());
            longestAgo.remove();
        }
        asked.addAll(turn);
        return turn;
    }

    /** {@return whom to ask of those among all that were never asked} */
    List<K> newcomers(Collection<K> all) {
        List<K> fresh = neverAsked(all);
        List<K> turn = List.copyOf(fresh.subList(0, Math.min(fresh.size(), atOnce)));
        asked.addAll(turn);
        return turn;
    }

    private List<K> neverAsked(Collection<K> all) {
        Set<K> present = new HashSet<>(all);
        asked.removeIf(each -> !present.contains(each));
        return all.stream().filter(each -> !asked.contains(each)).toList();
    }
}
