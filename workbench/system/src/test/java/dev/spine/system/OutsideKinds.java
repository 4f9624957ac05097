package dev.spine.system;

import dev.spine.system.kind.LinkKind;
import java.util.Map;

/** A kind as a jar from outside would bring it: a link by another name. */
public final class OutsideKinds implements KindProvider {
    static final String NAME = "string";

    /** Found by the service loader. */
    public OutsideKinds() {}

    @Override
    public Map<String, WireKind> wireKinds() {
        return Map.of(NAME, new LinkKind());
    }
}
