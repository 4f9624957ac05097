package dev.spine.extension.runtime;

import dev.spine.extension.api.Route;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.api.ServiceException.Reason;
import dev.spine.extension.api.ServiceRights;
import dev.spine.extension.api.Services;
import dev.spine.extension.runtime.load.FailureText;
import dev.spine.extension.runtime.service.CallFrame;
import dev.spine.extension.runtime.service.CallerSide;
import dev.spine.extension.runtime.service.Contract;
import dev.spine.extension.runtime.service.GeneratedSide;
import dev.spine.iop.PlainText;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one instance offers to others and uses of theirs. Belongs to the card's agent. */
final class CardServices implements Services {
    /** What the runtime knows behind an object through which an extension calls a service. */
    private record Link(ServiceCalls calls, ExtensionInstance caller, CardDelegation delegation, ServiceOffer offer) implements CallerSide {
        @Override
        public CallFrame begin() {
            return calls.begin(offer);
        }

        @Override
        public void call(int method, CallFrame frame) {
            calls.call(caller, delegation, offer, method, frame);
        }
    }

    private static final int MIN_FUEL = 1_000;
    private static final int MAX_FUEL = 500_000;

    private final ExtensionInstance instance;
    private final CardDelegation delegation;
    private final ServiceRegistry registry;
    private final ServiceCalls calls;
    /** Links by offer: linking again makes no further class. */
    private final Map<ServiceOffer, Object> links = new HashMap<>();
    /** Whose links these are. */
    private @Nullable ExtensionVersion linked;

    CardServices(ExtensionInstance instance, CardDelegation delegation, ServiceRegistry registry, ServiceCalls calls) {
        this.instance = instance;
        this.delegation = delegation;
        this.registry = registry;
        this.calls = calls;
    }

    private Contract contract(String type) {
        try {
            Class<?> found = Class.forName(type, false, instance.version().entry().getClass().getClassLoader());
            if (found.getClassLoader() != instance.version().entry().getClass().getClassLoader()) {
                throw new IllegalArgumentException(type + " is not in this extension's jar");
            }
            return Contract.of(found);
        } catch (ClassNotFoundException | LinkageError | TypeNotPresentException e) {
            throw new IllegalArgumentException(type + " is not in this extension's jar, or what it names is not: "
                + FailureText.of(e), e);
        }
    }

    private void checkOffers() {
        if (registry.count(instance) == MAX_OFFERS) {
            throw new IllegalArgumentException("this extension offers " + MAX_OFFERS + " interfaces and handlers already: withdraw or close"
                + " one");
        }
    }

    @Override
    public void export(String type, int version, ServiceRights rights, int fuelOfCall, Object implementation) {
        Contract contract = contract(type);
        if (version < 0 || fuelOfCall < MIN_FUEL || fuelOfCall > MAX_FUEL) {
            throw new IllegalArgumentException("a version is at least 0, and a call may use " + MIN_FUEL + " to " + MAX_FUEL + " units");
        }
        if (!contract.type().isInstance(implementation)) {
            throw new IllegalArgumentException("the implementation does not implement " + type);
        }
        checkOffers();
        if (registry.isTaken(type, version, instance.owner())) {
            throw new IllegalArgumentException(type + " in version " + version + " is exported already");
        }
        registry.add(new ServiceOffer(instance, contract, version, rights, fuelOfCall, implementation));
    }

    @Override
    public void withdraw(String type) {
        registry.withdraw(instance, type);
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    public <T> T link(String type, int firstVersion, int lastVersion) {
        Contract contract = contract(type);
        ServiceOffer offer = registry.find(instance, type, firstVersion, lastVersion);
        Contract offered = offer == null ? null : offer.contract();
        if (offer == null || offered == null) {
            throw RuntimeAccess.newServiceException(Reason.NONE, "no extension of this card offers " + type + " in a version from "
                + firstVersion + " to " + lastVersion + " to this one");
        }
        if (!offered.description().equals(contract.description())) {
            throw RuntimeAccess.newServiceException(Reason.MISMATCH, type + " has other methods or records at its exporter: build both from"
                + " the same source");
        }
        if (linked != instance.version()) {
            links.clear();
            linked = instance.version();
        }
        links.keySet().removeIf(known -> !known.isOpen());
        return (T) links.computeIfAbsent(offer, wanted -> GeneratedSide.link(contract, new Link(calls, instance, delegation, wanted)));
    }

    @Override
    public void open(String name, ServiceRights rights, int handler) {
        if (!PlainText.isName(name) || handler < 1
            || handler >= ExtensionVersion.HANDLERS) {
            throw new IllegalArgumentException("a handler of 1 to 255 is opened under a name of 1 to " + PlainText.MAX_NAME
                + " printable characters");
        }
        checkOffers();
        if (registry.isOpen(name, instance.owner())) {
            throw new IllegalArgumentException("a handler is open under this name already");
        }
        registry.open(instance, name, rights, handler);
    }

    @Override
    public void close(String name) {
        registry.close(instance, name);
    }

    @Override
    public @Nullable Route find(String name) {
        return registry.find(instance, name);
    }

    /** The code of the instance has ended, or another version comes: its links go with it. */
    void end() {
        links.clear();
        linked = null;
        registry.removeAll(instance);
    }
}
