package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Pages that commands write: well-formed, complete in themselves, and drawings with all words within their view. */
class HtmlPagesTest {
    private static final Pattern EMPTY = Pattern.compile("<(meta|img|br|hr|link)\\b((?:[^>\"]|\"[^\"]*\")*?)/?>");
    private static final Pattern OUTSIDE = Pattern.compile("(?:src|href|action|data)=\"(?!data:|#)|url\\(|@import|<script|<link|<iframe");

    @TempDir
    private Path scratch;

    @ParameterizedTest
    @ValueSource(strings = {
        "compare forward --engine modelled --frames 64 --packets 1000 --paths host,spine --png /dev/null --html ",
        "compare forward --frames 64 --paths host,spine --packets 1000 --sweep nic.clock=33MHz..66MHz/2 --html ",
        "reproduce --figure stall --html ",
    })
    void aPageIsWellFormedCompleteAndItsDrawingsShowAllWords(String command) throws Exception {
        Path file = scratch.resolve("page.html");
        CommandRun run = CommandRun.of((Object[]) (command + file).split(" "));
        assertTrue(run.code() < 2, run::toString);
        String page = Files.readString(file);
        assertFalse(OUTSIDE.matcher(page).find(), () -> OUTSIDE.matcher(page).results().map(hit -> hit.group()).toList().toString());
        Document document = parse(page);
        NodeList drawings = document.getElementsByTagName("svg");
        assertTrue(drawings.getLength() > 0, "no drawing");
        for (int i = 0; i < drawings.getLength(); i++) {
            within((Element) drawings.item(i));
        }
    }

    /** Elements that HTML leaves open are closed; everything else must be as XML has it. */
    private static Document parse(String page) throws Exception {
        String closed = EMPTY.matcher(page.replaceFirst("(?i)<!doctype html>", "")).replaceAll("<$1$2/>");
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder().parse(new InputSource(new StringReader(closed)));
    }

    private static double number(Element element, String name) {
        String text = element.getAttribute(name);
        return text.isEmpty() ? 0 : Double.parseDouble(text);
    }

    /** No word begins outside of the view, and no two begin at the same place. */
    private static void within(Element drawing) {
        String[] view = drawing.getAttribute("viewBox").split(" ");
        assertTrue(view.length == 4, "no viewBox");
        double width = Double.parseDouble(view[2]);
        double height = Double.parseDouble(view[3]);
        List<String> places = new ArrayList<>();
        NodeList texts = drawing.getElementsByTagName("text");
        for (int i = 0; i < texts.getLength(); i++) {
            Element text = (Element) texts.item(i);
            if (text.getAttribute("transform").isEmpty() && !text.getTextContent().isBlank()) {
                double x = number(text, "x");
                double y = number(text, "y");
                assertTrue(x >= 0 && x <= width && y > 0 && y <= height, () -> "'" + text.getTextContent() + "' at " + x + ", " + y
                    + " of " + width + " by " + height);
                String place = x + " " + y + " " + text.getAttribute("text-anchor");
                assertFalse(places.contains(place), () -> "'" + text.getTextContent() + "' lies on another at " + place);
                places.add(place);
            }
        }
    }
}
