package sample.device;

import dev.spine.system.DeviceKind;
import dev.spine.system.KindProvider;
import java.util.Map;

/** Found by the service loader. */
public final class LampKinds implements KindProvider {
    @Override
    public Map<String, DeviceKind> deviceKinds() {
        return Map.of("lamps", new LampKind());
    }
}
