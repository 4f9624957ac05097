package dev.spine.extension.runtime;

import dev.spine.extension.api.ServiceRights;
import dev.spine.extension.runtime.service.Contract;
import dev.spine.extension.runtime.service.ExporterSide;
import dev.spine.extension.runtime.service.GeneratedSide;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An interface that an instance exports. Links hold it also when it has ended: then it leads to no code of the exporter any more. Belongs
 * to the card's agent.
 */
final class ServiceOffer {
    private final String type;
    private final int number;
    private final ServiceRights rights;
    private final int fuelOfCall;
    private final boolean[] areResultsNumbers;
    private final boolean[] takeHeap;
    private @Nullable ExtensionInstance instance;
    private @Nullable ExtensionVersion version;
    private @Nullable Contract contract;
    private @Nullable Object implementation;
    private @Nullable ExporterSide side;

    /**
     * An offer.
     *
     * @param instance whose
     * @param contract its interface
     * @param number its version
     * @param rights who may link
     * @param fuelOfCall the most units of one call
     * @param implementation what is called
     */
    ServiceOffer(ExtensionInstance instance, Contract contract, int number, ServiceRights rights, int fuelOfCall, Object implementation) {
        this.type = contract.type().getName();
        this.number = number;
        this.rights = rights;
        this.fuelOfCall = fuelOfCall;
        this.instance = instance;
        this.version = instance.version();
        this.contract = contract;
        this.implementation = implementation;
        this.side = GeneratedSide.export(contract, implementation);
        this.areResultsNumbers = contract.areResultsNumbers();
        this.takeHeap = contract.takeHeap();
    }

    /** {@return whether the result of a method is a number, or nothing, which takes no heap of the caller} */
    boolean isResultNumber(int method) {
        return areResultsNumbers[method];
    }

    /** {@return whether the parameters of a method take heap of the exporter} */
    boolean takesHeap(int method) {
        return takeHeap[method];
    }

    String type() {
        return type;
    }

    int number() {
        return number;
    }

    ServiceRights rights() {
        return rights;
    }

    int fuelOfCall() {
        return fuelOfCall;
    }

    /** {@return whose it is; only of an offer that has not ended} */
    ExtensionInstance instance() {
        return Objects.requireNonNull(instance, "the offer has ended");
    }

    @Nullable Contract contract() {
        return contract;
    }

    @Nullable Object implementation() {
        return implementation;
    }

    /** {@return what calls the implementation, or null when the offer has ended} */
    @Nullable ExporterSide side() {
        return isOpen() ? side : null;
    }

    /** {@return whether the code that has made the offer still runs} */
    boolean isOpen() {
        ExtensionInstance exporter = instance;
        return exporter != null && version != null && exporter.isRunning() && exporter.version() == version;
    }

    /** {@return whether the code behind it will run no more; that of a replaced version may, as long as there is a way back} */
    boolean isOver() {
        ExtensionInstance exporter = instance;
        return exporter == null || !exporter.isRunning() || version != exporter.version() && !exporter.mayComeBack(version);
    }

    void end() {
        instance = null;
        version = null;
        contract = null;
        implementation = null;
        side = null;
    }
}
