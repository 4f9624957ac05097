package dev.spine.system.profile;

import com.google.common.collect.ImmutableMap;
import dev.spine.system.output.JsonText;
import java.util.List;
import java.util.Map;

/** Profiles for programs: the same profiles give the same bytes. Any thread. */
public final class ProfileJson {
    private ProfileJson() {}

    /** {@return a list with one object for each profile, its values by their keys} */
    public static String write(List<Profile> profiles) {
        return JsonText.document(profiles.stream().map(ProfileJson::profile).toList());
    }

    private static Map<String, Object> profile(Profile profile) {
        ImmutableMap.Builder<String, Object> values = ImmutableMap.builder();
        profile.values().forEach((key, value) -> values.put(key.path(), value(key.unit(), value)));
        return ImmutableMap.of("name", profile.name(), "about", profile.about(), "host", profile.host(), "iop", profile.iop(),
            "values", values.build());
    }

    private static Map<String, Object> value(Unit unit, ProfileValue value) {
        Object number = unit.isWord() ? unit.write(value.number()) : (Object) value.number();
        return ImmutableMap.of("value", number, "unit", unit.title(), "origin", value.origin().word(), "source", value.source());
    }
}
