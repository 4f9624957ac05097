package dev.spine.extension.runtime;

import dev.spine.extension.api.Route;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.api.ServiceRights;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.quota.HeapCount;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What the extensions of a card offer one another, and who may use it. Belongs to the card's agent; for set-up, not for each message. */
final class ServiceRegistry {
    /** A handler that a version of an instance has opened; of one that was replaced it waits for its way back. */
    private record OpenHandler(ExtensionInstance instance, ExtensionVersion version, String name, ServiceRights rights, int handler) {
        boolean isOpen() {
            return version == instance.version();
        }

        boolean isOver() {
            return !isOpen() && !instance.mayComeBack(version);
        }
    }

    private final List<ServiceOffer> offers = new ArrayList<>();
    private final List<OpenHandler> handlers = new ArrayList<>();

    /** The node's own extensions use nobody else's: what a user offers under the name of theirs is not for them. */
    private static boolean may(ExtensionInstance user, ExtensionInstance exporter, ServiceRights rights) {
        return switch (rights.who()) {
            case EVERYBODY -> user.owner() == exporter.owner() || user.owner() != LoadOptions.OF_NODE.owner();
            case OWNER -> user.owner() == exporter.owner();
            case NAMED -> user.owner() == exporter.owner() && rights.names().contains(user.name());
        };
    }

    /** {@return how many offers of an instance there are} */
    int count(ExtensionInstance instance) {
        endStale();
        return (int) (offers.stream().filter(offer -> offer.isOpen() && offer.instance() == instance).count()
            + handlers.stream().filter(open -> open.isOpen() && open.instance == instance).count());
    }

    /** Adds what the implementations of an instance hold to a count. */
    void count(ExtensionInstance instance, HeapCount count) {
        for (ServiceOffer offer : offers) {
            if (offer.instance() == instance) {
                count.root(offer.implementation());
            }
        }
    }

    /** What a version has offered that runs no more. */
    void endStale() {
        endOffers(ServiceOffer::isOver);
        handlers.removeIf(OpenHandler::isOver);
    }

    private void endOffers(Predicate<ServiceOffer> which) {
        for (int i = offers.size() - 1; i >= 0; i--) {
            if (which.test(offers.get(i))) {
                offers.remove(i).end();
            }
        }
    }

    /** {@return whether an owner has exported an interface in a version already} */
    boolean isTaken(String type, int number, int owner) {
        endStale();
        return offers.stream().anyMatch(offer -> offer.isOpen() && offer.type().equals(type) && offer.number() == number
            && offer.instance().owner() == owner);
    }

    void add(ServiceOffer offer) {
        offers.add(offer);
    }

    void withdraw(ExtensionInstance instance, String type) {
        endOffers(offer -> offer.isOpen() && offer.instance() == instance && offer.type().equals(type));
    }

    /** {@return the offer that somebody gets who wants an interface in one of some versions, or null} */
    @Nullable ServiceOffer find(ExtensionInstance user, String type, int first, int last) {
        endStale();
        ServiceOffer best = null;
        for (ServiceOffer offer : offers) {
            if (offer.isOpen() && offer.type().equals(type) && offer.number() >= first && offer.number() <= last
                && may(user, offer.instance(), offer.rights()) && (best == null || isBetter(user, offer, best))) {
                best = offer;
            }
        }
        return best;
    }

    /** Nobody gets a stranger's service because the stranger has chosen a high version. */
    private static boolean isBetter(ExtensionInstance user, ServiceOffer offer, ServiceOffer than) {
        boolean own = offer.instance().owner() == user.owner();
        boolean thanOwn = than.instance().owner() == user.owner();
        return own == thanOwn ? offer.number() > than.number() : own;
    }

    boolean isOpen(String name, int owner) {
        endStale();
        return handlers.stream().anyMatch(open -> open.isOpen() && open.name.equals(name) && open.instance.owner() == owner);
    }

    void open(ExtensionInstance instance, String name, ServiceRights rights, int handler) {
        handlers.add(new OpenHandler(instance, instance.version(), name, rights, handler));
    }

    void close(ExtensionInstance instance, String name) {
        handlers.removeIf(open -> open.isOpen() && open.instance == instance && open.name.equals(name));
    }

    @Nullable Route find(ExtensionInstance user, String name) {
        OpenHandler best = null;
        for (OpenHandler open : handlers) {
            if (open.isOpen() && open.name.equals(name) && may(user, open.instance, open.rights)
                && (best == null || open.instance.owner() == user.owner() && best.instance.owner() != user.owner())) {
                best = open;
            }
        }
        return best == null ? null : RuntimeAccess.newRoute(Route.Way.LOCAL, best.handler,
            (long) best.instance.serial() << Integer.SIZE | best.instance.number());
    }

    /** An instance has ended. */
    void removeAll(ExtensionInstance instance) {
        endOffers(offer -> offer.instance() == instance);
        handlers.removeIf(open -> open.instance == instance);
    }
}
