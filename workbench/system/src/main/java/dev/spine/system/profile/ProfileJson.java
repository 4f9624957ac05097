package dev.spine.system.profile;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** Profiles for programs: the same profiles give the same bytes. */
public final class ProfileJson {
    private ProfileJson() {}

    /** {@return a list with one object for each profile, its values by their keys} */
    public static String write(List<Profile> profiles) {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(out).useDefaultPrettyPrinter()) {
            json.writeStartArray();
            for (Profile profile : profiles) {
                write(json, profile);
            }
            json.writeEndArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out + "\n";
    }

    private static void write(JsonGenerator json, Profile profile) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", profile.name());
        json.writeStringField("about", profile.about());
        json.writeStringField("host", profile.host());
        json.writeStringField("iop", profile.iop());
        json.writeObjectFieldStart("values");
        for (Map.Entry<ProfileKey, ProfileValue> each : profile.values().entrySet()) {
            json.writeObjectFieldStart(each.getKey().path());
            if (each.getKey().unit().isWord()) {
                json.writeStringField("value", each.getKey().unit().write(each.getValue().number()));
            } else {
                json.writeNumberField("value", each.getValue().number());
            }
            json.writeStringField("unit", each.getKey().unit().title());
            json.writeStringField("origin", each.getValue().origin().word());
            json.writeStringField("source", each.getValue().source());
            json.writeEndObject();
        }
        json.writeEndObject();
        json.writeEndObject();
    }
}
