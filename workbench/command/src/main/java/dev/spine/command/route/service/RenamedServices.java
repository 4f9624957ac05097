package dev.spine.command.route.service;

import dev.spine.command.route.plan.RoutePlan;
import dev.spine.system.NetworkService;
import dev.spine.system.NetworkServiceKind;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Which services of cards go on under another name. A card has one stage of a kind before its wire: where a plan has one of another name
 * there, it is the same service, whose tables stay, and two of them could not be on the card at one time.
 */
final class RenamedServices {
    private RenamedServices() {}

    /**
     * {@return the new keys, by the present ones}
     *
     * @param next what the router is to do
     * @param present the keys of what is there
     */
    static Map<PlannedExtension.Key, PlannedExtension.Key> of(RoutePlan next, Collection<PlannedExtension.Key> present) {
        Set<PlannedExtension.Key> wanted = new HashSet<>();
        for (RoutePlan.Port port : next.ports()) {
            for (NetworkService service : next.services()) {
                if (service.isOn(port.iop()) && service.kind().stage() != NetworkServiceKind.NO_STAGE) {
                    wanted.add(new PlannedExtension.Key(port.iop(), port.runtime(), service.kind().word(), service.name()));
                }
            }
        }
        Map<PlannedExtension.Key, PlannedExtension.Key> renamed = new LinkedHashMap<>();
        for (PlannedExtension.Key key : present) {
            if (wanted.contains(key)) {
                continue;
            }
            wanted.stream().filter(other -> isSameStage(key, other) && !present.contains(other)).findFirst()
                .ifPresent(other -> renamed.put(key, other));
        }
        return renamed;
    }

    private static boolean isSameStage(PlannedExtension.Key one, PlannedExtension.Key other) {
        return one.card().equals(other.card()) && one.runtime().equals(other.runtime()) && one.kind().equals(other.kind());
    }
}
